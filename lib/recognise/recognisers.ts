import { aptosRecogniser } from '#lib/aptos/recognise.ts'
import { evmRecogniser } from '#lib/evm/recognise.ts'
import type { Recogniser } from '#lib/format/recogniser.ts'

/**
 * One per chain family; the first one reads links without a family. Separate from lib/families.ts, because browsers run
 * it.
 */
export const recognisers: readonly Recogniser[] = [evmRecogniser, aptosRecogniser]
