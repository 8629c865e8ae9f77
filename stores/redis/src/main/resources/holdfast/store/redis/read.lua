return view()
