export { generateMetadata, Page as default } from '#components/evm/block/rewards-page.tsx'
