export { ChainFrame as default } from '#components/evm/frames/chain/chain-frame.tsx'
