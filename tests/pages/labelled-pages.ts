import type { LabelSubject } from '#lib/format/label-subject.ts'
import { aptosNfts, demoLedger } from './demo-ledger.ts'

const { lanterns, nestedCalls } = demoLedger
const { wallet, lights, studio, feather, mintedLoaf } = aptosNfts

/** Pages that offer to label their subject: one of each kind. */
export const labelledPages: ({ path: string } & LabelSubject)[] = [
  { path: `/demo/token/${lanterns}`, kind: 'collection', chain: 'demo', subject: lanterns },
  { path: `/demo/nft/${lanterns}/1`, kind: 'token', chain: 'demo', subject: `${lanterns}/1` },
  { path: `/demo/tx/${nestedCalls}`, kind: 'transaction', chain: 'demo', subject: nestedCalls },
  { path: `/aptos/account/${wallet}`, kind: 'wallet', chain: 'aptos', subject: wallet },
  { path: `/aptos/collection/${lights}`, kind: 'collection', chain: 'aptos', subject: lights },
  { path: `/aptos/creator/${studio}`, kind: 'wallet', chain: 'aptos', subject: studio },
  { path: `/aptos/token/${feather}`, kind: 'token', chain: 'aptos', subject: feather },
  { path: `/aptos/txn/${mintedLoaf}`, kind: 'transaction', chain: 'aptos', subject: mintedLoaf },
]
