export { Erc20Frame as default } from '#components/evm/erc20/erc20-frame.tsx'
