import { aptosRecogniser } from '#lib/aptos/recognise.ts'
import { evmRecogniser } from '#lib/evm/recognise.ts'
import type { Recogniser } from '#lib/format/recogniser.ts'

/** Of each chain family; the first one reads links that do not say theirs. Apart from lib/families.ts, because browsers run it. */
export const recognisers: readonly Recogniser[] = [evmRecogniser, aptosRecogniser]
