"""The caller as pages: one offline file, or a server with a presenter and any number of followers."""
