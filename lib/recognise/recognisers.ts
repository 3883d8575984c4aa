import { aptosRecogniser } from '#lib/aptos/contract/format/recogniser.ts'
import { evmRecogniser } from '#lib/evm/contract/recogniser.ts'
import type { Recogniser } from '#lib/format/recogniser.ts'

/**
 * One per chain family; the first one reads links without a family. Separate from lib/families.ts, because browsers run
 * it.
 */
export const recognisers: readonly Recogniser[] = [evmRecogniser, aptosRecogniser]
