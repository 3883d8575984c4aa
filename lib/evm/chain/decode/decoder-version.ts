/**
 * Version of what is decoded from logs. Raise it with every change of what `decodeTokens` returns: the worker then decodes the
 * stored logs of every database again.
 */
export const decoderVersion = 2

/**
 * The oldest version whose contract backfills are still right. They keep no logs to decode again: a change that concerns them
 * raises this to the new `decoderVersion`, and backfills of older versions are read from the nodes again.
 */
export const backfillVersionMin = 2
