import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Runs" heights={["h-9 w-[36rem]", "h-10", "h-[28rem]"]} />;
export default Loading;
