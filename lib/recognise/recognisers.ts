import { aptosRecogniser } from '#lib/aptos/api/recogniser.ts'
import { evmRecogniser } from '#lib/evm/api/recogniser.ts'
import type { Recogniser } from '#lib/format/recogniser.ts'

/**
 * One per chain family; the first one reads links without a family. Separate from lib/server/families.ts, because browsers run
 * it.
 */
export const recognisers: readonly Recogniser[] = [evmRecogniser, aptosRecogniser]
