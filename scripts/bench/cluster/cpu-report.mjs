// Preloaded into the processes of a measured cluster: says how much processor time this one has used, when it is asked.
process.on("message", (message) => {
  if (message !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.channel?.unref();
