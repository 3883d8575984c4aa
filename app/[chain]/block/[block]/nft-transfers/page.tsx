export { generateMetadata, Page as default } from '#components/evm/block/nft-transfers-page.tsx'
