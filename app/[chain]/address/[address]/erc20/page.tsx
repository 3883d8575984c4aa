export { generateMetadata, Page as default } from '#components/evm/token/wallet-erc20-page.tsx'
