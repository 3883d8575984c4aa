/**
 * Exit code of a process that would fail again in the same way: an error in its configuration or its database
 * (`EX_CONFIG` of sysexits.h). The supervisor does not restart it.
 */
export const permanentFaultCode = 78
