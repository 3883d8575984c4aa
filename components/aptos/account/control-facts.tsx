import type { ReactNode } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { signerText } from '#components/aptos/parts/values/signer-text.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

const addressesShown = 20

const kinds: Record<AptosAccountOverview['kind'], string> = {
  account: 'Account: its keys sign for it',
  multisig: 'Multisig account: its owners approve its transactions on chain',
  resource_account: 'Resource account: no private key can sign for it, only code',
  object: 'Object',
  none: 'Unknown: neither an account nor an object is stored at this address',
}

const objectKinds: Record<NonNullable<AptosAccountOverview['object_kind']>, string> = {
  token: 'Object: a digital asset',
  collection: 'Object: a collection of digital assets',
  fungible_asset: 'Object: a fungible asset',
  fungible_store: 'Object: a store of a fungible asset',
  code: 'Object: code',
}

/** What an account is and who may sign for it. */
export const ControlFacts = ({ overview, network }: { overview: AptosAccountOverview; network: AptosNetwork }) => {
  const { kind, object_kind, owner, is_transferable, is_key_rotated, multisig, last_signer } = overview
  return (
    <Facts>
      <Fact label="Kind" wide>
        {object_kind ? objectKinds[object_kind] : kinds[kind]}
      </Fact>
      {owner !== null && (
        <Fact label="Owner" wide>
          <AccountLink address={owner} network={network} />
        </Fact>
      )}
      {is_transferable !== null && (
        <Fact label="Transferable" wide>
          {is_transferable ? 'Yes, by its owner' : 'Not by its owner alone'}
        </Fact>
      )}
      {multisig && (
        <>
          <Fact label="Approvals">
            {multisig.signatures_required} of {counted(multisig.owners.length, 'owner')}
          </Fact>
          <Fact label="Open proposals">{groupedNumber(openProposals(multisig))}</Fact>
          <Addresses label="Owners" addresses={multisig.owners} network={network} />
        </>
      )}
      {is_key_rotated !== null && kind === 'account' && (
        <Fact label="Key rotated" wide>
          {is_key_rotated ? 'Yes: the authentication key differs from the address' : 'No'}
        </Fact>
      )}
      {last_signer && (
        <Fact label="Last signed with" wide>
          {signerText(last_signer)}{' '}
          <span className="text-muted">
            in transaction <VersionLink version={last_signer.transaction_version} network={network} />
          </span>
        </Fact>
      )}
      <Addresses label="Signing offered to" addresses={overview.signer_offered_to} network={network} />
      <Addresses label="Rotation offered to" addresses={overview.rotation_offered_to} network={network} />
    </Facts>
  )
}

/** Proposals that are neither executed nor rejected. */
const openProposals = ({
  next_sequence_number,
  last_executed_sequence_number,
}: NonNullable<AptosAccountOverview['multisig']>): string =>
  (BigInt(next_sequence_number) - 1n - BigInt(last_executed_sequence_number)).toString()

const Addresses = ({
  label,
  addresses,
  network,
}: {
  label: string
  addresses: readonly string[]
  network: AptosNetwork
}): ReactNode =>
  addresses.length > 0 && (
    <Fact label={label} wide long>
      <ul>
        {addresses.slice(0, addressesShown).map((address) => (
          <li key={address} className="flex min-w-0">
            <AccountLink address={address} network={network} className="min-w-0" />
          </li>
        ))}
        {addresses.length > addressesShown && (
          <li className="text-muted">and {groupedNumber(addresses.length - addressesShown)} more</li>
        )}
      </ul>
    </Fact>
  )
