export { generateMetadata, Page as default } from '#components/evm/erc20/tokens-page.tsx'
