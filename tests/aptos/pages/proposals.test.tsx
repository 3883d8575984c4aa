import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ProposalsPanel } from '#components/aptos/account/account-overview.tsx'
import { proposalState, proposalsQuestion } from '#components/aptos/account/proposal-item.tsx'
import { type AptosOpenProposals, aptosProposalApi } from '#lib/aptos/account/proposals-contract.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { Answer } from '#lib/pages/question.ts'

const open: AptosOpenProposals = aptosProposalApi.aptosAccountProposals.example.output
const [proposal] = open.result

const panelOf = async (answer: Answer<AptosOpenProposals>): Promise<string> => {
  const multisig = {
    owners: [],
    signatures_required: '2',
    last_executed_sequence_number: '0',
    next_sequence_number: '1',
  }
  const network = 'mainnet'
  const question = proposalsQuestion({ address: open.address, network }, { multisig, ledger_version: '1' })
  invariant(question, 'a multisig account has proposals')
  const panel = await ProposalsPanel({ question, answer: Promise.resolve(answer), network })
  return renderToStaticMarkup(panel)
    .replaceAll(/<[^>]{1,2000}>/g, ' ')
    .replaceAll(/\s{1,100}/g, ' ')
}

describe('the panel of open proposals', () => {
  test('shows the call, who voted and what is missing', async () => {
    const text = await panelOf({ data: open })
    for (const part of ['Open proposals (1)', 'aptos_account::transfer', '1 of 2 approved', 'no vote yet'])
      expect(text).toContain(part)
    expect(text).toContain('Needs 1 more approval')
  })

  test('reports an account without open proposals', async () => {
    expect(await panelOf({ data: { ...open, total: '0', result: [] } })).toContain('No open proposals')
  })

  test('says that some are missing, or are in the API', async () => {
    expect(await panelOf({ data: { ...open, total: '3', is_whole: false } })).toContain('some are missing here')
    expect(await panelOf({ data: { ...open, total: '3' } })).toContain('2 more in the API')
  })

  test('shows why they could not be read', async () => {
    const fault = {
      code: 'invalid_request' as const,
      message: 'ledger_version is above the newest version',
      details: [],
    }
    expect(await panelOf({ fault })).toContain(fault.message)
  })
})

describe('the state of a proposal', () => {
  test.each([
    [{ is_next: true, approvals: 2, can_be_executed: true }, 'Can be executed'],
    [{ is_next: true, rejections: 2, can_be_rejected: true }, 'Can be rejected'],
    [{ is_next: true, can_be_executed: true, can_be_rejected: true }, 'Can be executed or rejected'],
    [{ is_next: true, approvals: 0 }, 'Needs 2 more approvals'],
    [{ is_next: false, approvals: 1 }, 'Waits for proposal 4'],
    [{ is_next: false, approvals: 2 }, 'Approved, waits for proposal 4'],
  ])('with %j is said in words', (voted, text) => {
    if (!proposal) throw new Error('the example has a proposal')
    expect(proposalState({ ...proposal, ...voted }, '2').text).toBe(text)
  })
})
