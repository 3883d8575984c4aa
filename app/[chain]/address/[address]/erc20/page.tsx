export { generateMetadata, Page as default } from '#components/evm/wallet/erc20-page.tsx'
