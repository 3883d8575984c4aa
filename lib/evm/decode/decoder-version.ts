/**
 * Version of what is decoded from logs. Raise it with every change of what `decodeTokens` returns: the worker then decodes the
 * stored logs of every database again.
 */
export const decoderVersion = 2
