// Decoder of configuration addresses: selects the box at a PCI device and function, if there is one. Combinational.
//
//   bits     31:20   19:15    14:12      11:0
//            0       device,  function,  offset
//
// The space, the unit and the offset are for the box to check.
`default_nettype none

module ivt_socket_decoder (
    // Register port
    input  wire         bus_valid,
    input  wire [31:12] bus_addr,

    // Box selects: the access is to this box
    output reg  [1:0]   h_valid,    // one bit per HA
    output reg  [7:0]   m_valid,    // one bit per channel: 0 to 3 are of iMC0, 4 to 7 of iMC1
    output reg          i_valid,    // the IRP
    output reg  [2:0]   q_valid,    // one bit per QPI port, for all of its functions
    output reg          r2_valid,   // R2PCIe
    output reg  [2:0]   r3_valid    // one bit per link of R3QPI
);

    wire       here     = bus_valid & ~|bus_addr[31:20];
    wire [4:0] device   = bus_addr[19:15];
    wire [2:0] pci_func = bus_addr[14:12];

    always @* begin
        h_valid  = 2'd0;
        m_valid  = 8'd0;
        i_valid  = 1'b0;
        q_valid  = 3'd0;
        r2_valid = 1'b0;
        r3_valid = 3'd0;
        casez ({device, pci_func})
            {5'd5,  3'd6}:   i_valid     = here;
            {5'd8,  3'b???}: q_valid[0]  = here;
            {5'd9,  3'b???}: q_valid[1]  = here;
            {5'd14, 3'd1}:   h_valid[0]  = here;
            {5'd16, 3'd0}:   m_valid[2]  = here;
            {5'd16, 3'd1}:   m_valid[3]  = here;
            {5'd16, 3'd4}:   m_valid[0]  = here;
            {5'd16, 3'd5}:   m_valid[1]  = here;
            {5'd18, 3'd5}:   r3_valid[2] = here;
            {5'd19, 3'd1}:   r2_valid    = here;
            {5'd19, 3'd5}:   r3_valid[0] = here;
            {5'd19, 3'd6}:   r3_valid[1] = here;
            {5'd24, 3'b???}: q_valid[2]  = here;
            {5'd28, 3'd1}:   h_valid[1]  = here;
            {5'd30, 3'd0}:   m_valid[6]  = here;
            {5'd30, 3'd1}:   m_valid[7]  = here;
            {5'd30, 3'd4}:   m_valid[4]  = here;
            {5'd30, 3'd5}:   m_valid[5]  = here;
            default:         ;
        endcase
    end

endmodule

`default_nettype wire
