export { generateMetadata, Page as default } from '#components/aptos/asset/holders-page.tsx'
