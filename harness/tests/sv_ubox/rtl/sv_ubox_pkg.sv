// Types of the SystemVerilog U-Box.
package sv_ubox_pkg;
  typedef enum logic [1:0] {KindNone, KindCtl, KindCnt, KindFlag} kind_e;

  // Control words, and the counters that two of them control.
  typedef enum logic [2:0] {CtlGlobal, CtlConfig, CtlFixed, CtlGp0, CtlGp1} word_e;

  localparam int unsigned Words = 5;
  localparam int unsigned Counters = 3;
  localparam int unsigned CounterWidth = 44;
  localparam int unsigned SocketFlags = 27;
  localparam int unsigned LocalFlags = 2;

  typedef struct packed {
    kind_e      kind;
    logic [2:0] slot;
  } place_t;

  // Implemented bits of each control word.
  function automatic logic [31:0] implemented(logic [2:0] word);
    case (word)
      CtlGlobal: return 32'h4000_7fff;
      CtlConfig: return 32'h0000_000f;
      CtlFixed:  return 32'h0050_0000;
      default:   return 32'h1f54_ffff;
    endcase
  endfunction
endpackage
