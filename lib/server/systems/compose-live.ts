import type { FamilyParts } from '#lib/config/family.ts'
import { createLiveStream, type LiveStream } from '#lib/gateway/live-stream.ts'
import { createTipsWatch } from '#lib/gateway/tips.ts'
import type { Base } from './base.ts'
import type { ComposedAccounts } from './compose-accounts.ts'

/** The stream of index changes of all families. */
export const composeLive = (
  { config, stores, log, metrics }: Base,
  { admit }: ComposedAccounts,
  parts: readonly FamilyParts[],
): LiveStream => {
  const tips = createTipsWatch({
    read: async () => Object.assign({}, ...(await Promise.all(parts.map(({ tips }) => tips?.())))),
    version: stores.version,
    onFailure: (error) => log.warn({ err: error }, 'could not read how far the chains are indexed'),
  })
  const live = createLiveStream({ tips, admit, siteUrl: config.siteUrl })
  metrics.showLiveStreams(live.count)
  return live
}
