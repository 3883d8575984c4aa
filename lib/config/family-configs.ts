import { aptosConfig } from '#lib/aptos/config.ts'
import { evmConfig } from '#lib/evm/config.ts'

/** How each chain family reads its settings, by its name in lib/server/families.ts. A further one is a line here. */
export const familyConfigs = { evm: evmConfig, aptos: aptosConfig }
