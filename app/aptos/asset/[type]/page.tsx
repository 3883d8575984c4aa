export { generateMetadata, Page as default } from '#components/aptos/asset/asset-page.tsx'
