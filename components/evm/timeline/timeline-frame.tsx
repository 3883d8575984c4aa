import { Suspense } from 'react'
import { AddressMark } from '#components/chain/address-mark.tsx'
import { EnsName } from '#components/evm/parts/ens-name.tsx'
import { addressPart } from '#components/evm/parts/params.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { QrButton } from '#components/page-tools/qr-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'

/** The header of a wallet's pages on all chains. */
export const TimelineFrame = defineFrame(
  (at) => ({ address: addressPart(at) }),
  async ({ address, ask, children }) => {
    return (
      <>
        <PageTitle
          tools={<PageToolsButton />}
          kind={
            <span className="flex items-center gap-2">
              <AddressMark address={address} /> Wallet on all chains
            </span>
          }
        >
          <span className="break-all font-mono">
            <span className="select-all">{address}</span>
            <CopyButton value={address} label="Copy address" className="ml-1" />
            <QrButton value={address} />
          </span>
          <Suspense>
            <EnsName ask={ask} address={address} />
          </Suspense>
        </PageTitle>
        {children}
      </>
    )
  },
)
