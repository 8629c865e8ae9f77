return moment
