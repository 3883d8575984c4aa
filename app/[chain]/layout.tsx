export { ChainFrame as default } from '#components/evm/chain/chain-frame.tsx'
