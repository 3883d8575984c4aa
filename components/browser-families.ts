import { aptosInBrowser } from './aptos/in-browser.ts'
import { evmInBrowser } from './evm/in-browser.ts'
import type { BrowserFamily } from './family.ts'

export const browserFamilies: readonly [BrowserFamily, ...BrowserFamily[]] = [evmInBrowser, aptosInBrowser]
