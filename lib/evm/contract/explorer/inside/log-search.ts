import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, record, text } from '#lib/api/record.ts'

/** Whether a list that searches logs also asks the node. */
export const searchedBlocks = () =>
  parameters
    .oneOf(['all', 'indexed'])
    .optional()
    .describe(
      '`all` (the default) also searches blocks that are not indexed, on the node. Without a node, only indexed blocks are searched.',
    )

/** How far a list that searches logs came. */
export const searchedFields = {
  cursor: text()
    .nullable()
    .describe('Send it as `cursor` to search older blocks; null when the whole range is searched.'),
  blocks: z.enum(['all', 'indexed']).describe('indexed: blocks that are not indexed were left out.'),
  searched: record({ from_block: decimal(), to_block: decimal() })
    .nullable()
    .describe('Null if no block is in the range.'),
}
