import * as z from 'zod'
import { flag, hex, text } from '#lib/api/record.ts'

/**
 * The fields that protect people from rows that others wrote into their lists: of a transfer, from the point of view of one wallet.
 * The rules are those by which pages fold such rows (`lib/format/look-alike.ts`).
 */
export const suspicionFields = {
  is_imitation: flag()
    .nullable()
    .describe(
      'Whether the other side has the first and last digits of an address that the wallet has dealt with, or of the wallet itself. ' +
        'Compared with the newest 500 transactions and token transfers of each side up to this page. Null without one wallet.',
    ),
  imitates: hex().nullable().describe('The address that the other side resembles.'),
  is_zero_value: flag().describe(
    'Whether nothing was moved: anyone can create such a transfer in the name of any wallet.',
  ),
  is_dust: flag()
    .nullable()
    .describe(
      'Whether it is worth less than a cent at the current price, and the wallet did not send it. Null where no price is known.',
    ),
  spam_reasons: z
    .array(text())
    .describe(
      'The rules that speak against the token, such as `look-alike`, `words` or `operator`; whether they suffice is `possible_spam`. ' +
        '`/evm/contracts/:address/rating` has them as sentences.',
    ),
}

const suspicion = z.object(suspicionFields)

export type SuspicionFields = z.output<typeof suspicion>
