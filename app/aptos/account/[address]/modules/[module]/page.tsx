export { generateMetadata, Page as default } from '#components/aptos/module/module-page.tsx'
