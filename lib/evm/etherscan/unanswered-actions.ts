const ofNodes = 'this server counts no nodes'
const ofFees = 'it does not follow from what is indexed'
const ofMining = 'this server does not store difficulties'

/** Actions of Etherscan's API that have no true answer here, with the reason. */
export const unansweredActions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    txnbridge: 'bridges of rollups are not read',
    getdeposittxs: 'bridges of rollups are not read',
    getwithdrawaltxs: 'bridges of rollups are not read',
  },
  stats: {
    ethsupply: 'the supply of the coin does not follow from what is indexed',
    ethsupply2: 'the supply of the coin does not follow from what is indexed',
    nodecount: ofNodes,
    nodecounthistory: ofNodes,
    chainsize: 'this server does not measure nodes',
    ethdailyprice: 'past prices are not stored',
    dailytxnfee: ofFees,
    dailyavggasprice: ofFees,
    dailyblockrewards: ofFees,
    dailynewaddress: ofFees,
    dailyensregister: ofFees,
    dailyuncleblkcount: ofMining,
    dailyavghashrate: ofMining,
    dailyavgnetdifficulty: ofMining,
  },
  nametag: { getaddresstag: 'tags of Etherscan are its own' },
}
