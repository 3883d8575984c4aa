export { generateMetadata, Page as default } from '#components/evm/token/erc20-page.tsx'
