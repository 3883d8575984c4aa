export { generateMetadata, Page as default } from '#components/aptos/nft/collection/collection-tab.tsx'
