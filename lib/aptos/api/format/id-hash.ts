import { wordOf } from '#lib/base/hex.ts'

/** Forms of the id of a collection or token; a run of 40 digits without 0x is rather the address of another chain. */
export const idHashPattern = '^(0x[0-9a-fA-F]{1,64}|[0-9a-fA-F]{41,64})$'

const form = new RegExp(idHashPattern)

/**
 * The id of a collection or token: 64 lower-case hex digits without 0x. Nodes write the address of an object without its leading
 * zeros, which are added. Undefined if it is not valid.
 */
export const readIdHash = (text: string): string | undefined =>
  form.test(text) ? wordOf(`0x${text.replace(/^0x/, '').toLowerCase()}`) : undefined
