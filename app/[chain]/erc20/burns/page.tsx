export { generateMetadata, Page as default } from '#components/evm/erc20/burns-page.tsx'
