export { ChainFrame as default } from '#components/evm/frames/chain-frame.tsx'
