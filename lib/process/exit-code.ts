/**
 * Exit code of a process that would fail the same way again: a fault of its configuration or of its database
 * (`EX_CONFIG` of sysexits.h). The supervisor does not restart it.
 */
export const permanentFaultCode = 78
