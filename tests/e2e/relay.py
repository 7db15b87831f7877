"""A TCP relay whose connections can fall silent: no byte passes any more, and nothing is closed, as when a computer sleeps or a NAT forgets a connection. Connections that are made
later pass."""
import asyncio
import threading


class Relay:
    def __init__(self, address):
        self.to, self.epoch, self.count = address, 0, 0
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self.thread.start()
        started.wait()

    def _run(self, started):
        asyncio.set_event_loop(self.loop)
        self.server = self.loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    def silence(self):
        """The connections that there are now fall silent."""
        self.epoch += 1

    def stop(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def _accept(self, reader, writer):
        epoch, self.count = self.epoch, self.count + 1
        there_reader, there_writer = await asyncio.open_connection(*self.to)
        await asyncio.gather(self._pass(reader, there_writer, epoch), self._pass(there_reader, writer, epoch), return_exceptions=True)

    async def _pass(self, start, end, epoch):
        while True:
            data = await start.read(1 << 16)
            if epoch != self.epoch:
                if not data:
                    return
                continue
            if not data:
                end.close()
                return
            end.write(data)
            await end.drain()
