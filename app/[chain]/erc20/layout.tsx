export { Erc20Frame as default } from '#components/evm/token/erc20-frame.tsx'
