export { generateMetadata, Page as default } from '#components/evm/timeline/nft-page.tsx'
