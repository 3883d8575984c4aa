import type { Page } from '@playwright/test'

/** Lighthouse's mobile conditions: a quarter of the processor, 1.6 Mbit/s down, 150 ms. */
export const actAsSlowPhone = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
}
