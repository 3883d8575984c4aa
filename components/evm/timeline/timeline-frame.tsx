import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { AddressMark } from '#components/evm/parts/address-mark.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { QrButton } from '#components/page-tools/qr-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { walletAddress } from '#lib/format/wallet-address.ts'

/** The head of a wallet's pages on all chains. */
export const TimelineFrame = async ({
  params,
  children,
}: {
  params: Promise<{ address: string }>
  children: ReactNode
}) => {
  const address = walletAddress((await params).address) ?? notFound()
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
      </PageTitle>
      {children}
    </>
  )
}
