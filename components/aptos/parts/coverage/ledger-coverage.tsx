'use client'

import { CoverageNote } from '#components/chain/coverage-note.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { hasEveryVersion, isWhole } from './index-coverage.ts'
import { useAptosStatus } from './use-aptos-status.ts'

/** Versions by which a ledger can advance during a request. */
const versionsAtHead = 5_000

/** The part of a ledger that the NFT lists of a page do not include; nothing if the index only trails the head briefly. */
export const LedgerCoverage = ({ status: initial }: { status: AptosStatus }) => {
  const { index, network } = useAptosStatus(initial)
  if (!index?.coverage_note || index.last_version === null) return null
  const lag = Number(index.head_version ?? 0) - Number(index.last_version)
  if (index.error === null && lag <= versionsAtHead && isWhole(index)) return null
  const variable = network === 'testnet' ? 'APTOS_TESTNET_START_VERSION' : 'APTOS_START_VERSION'
  return (
    <CoverageNote note={index.coverage_note}>
      {!hasEveryVersion(index) && `The operator of this server can index more with ${variable}.`}
    </CoverageNote>
  )
}
