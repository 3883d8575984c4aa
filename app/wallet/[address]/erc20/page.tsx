export { generateMetadata, Page as default } from '#components/evm/timeline/erc20-page.tsx'
