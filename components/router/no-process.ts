/** Next's modules import Node's `process` for names that the build has already put values in place of: nothing reads it. */
export const env = {}
