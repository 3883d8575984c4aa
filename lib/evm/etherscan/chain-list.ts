import type { ServedChains } from '#lib/evm/chain/served/served.ts'

/** The served chains, as `/v2/chainlist` returns them. */
export const chainListAnswer = ({ all }: ServedChains, siteUrl: string) => ({
  comments: 'Chains that this server has indexed.',
  totalcount: all.length,
  result: all.map(({ id, name, title }) => ({
    chainname: title,
    chainid: String(id),
    blockexplorer: `${siteUrl}/${name}`,
    apiurl: `${siteUrl}/v2/api?chainid=${id}`,
    status: 1,
  })),
})
