// Types of named_ubox.
package named_ubox_pkg;
  typedef enum logic [1:0] {Run, Scan, Sleep} mode_e;

  typedef struct packed {
    mode_e      mode;
    logic [2:0] lane;
  } debug_t;
endpackage
